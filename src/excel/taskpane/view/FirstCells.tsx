import { Caption1 } from "@fluentui/react-components";
import type { TablePreview } from "../../actions/tables/tableState";
import { tablePaneTexts as texts } from "../texts/tables";
import { PreviewTable } from "./PreviewTable";
import { useLayout } from "./layout";

interface FirstCellsProps {
  preview: TablePreview;
  label: string;
}

/** The first cells of a table as they will look, once the service has answered; or why numbers of it are missing. */
export function FirstCells({ preview, label }: FirstCellsProps) {
  const layout = useLayout();
  if (preview.state === "working") return <Caption1>{texts.working}</Caption1>;
  return (
    <>
      <PreviewTable preview={preview} label={label} hasAllColumns />
      {preview.failure && <Caption1 role="alert">{texts.unanswered(preview.failure)}</Caption1>}
      {preview.fullYear && <Caption1 className={layout.detail}>{preview.fullYear}</Caption1>}
    </>
  );
}
