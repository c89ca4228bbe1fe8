import { Button, Caption1, Link, makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { useState } from "react";
import { withoutDirection } from "../../../insights";
import { reportBarTexts } from "../texts/reportBar";
import { texts } from "../texts/texts";
import { useLayout } from "./layout";
import { usePlace } from "./ActionPlace";

const useStyles = makeStyles({
  item: {
    overflowWrap: "anywhere",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    paddingBlock: tokens.spacingVerticalXS,
  },
  name: { overflowWrap: "anywhere", textAlign: "start" },
  // Buttons go below a text only if they leave it no room.
  detail: { flexBasis: "8rem" },
});

interface SheetItemProps {
  /** The name of the sheet. */
  sheet: string;
  detail: string;
  isDisabled: boolean;
  onShow: () => void;
  onRemove: () => void;
  /** Undefined if the sheet cannot be duplicated. */
  onDuplicate?: () => void;
  /** Undefined if the sheet has no inputs that it could share. */
  link?: { readonly isUnlinked: boolean; readonly onLink: (isLinked: boolean) => void };
}

/** A sheet of the workbook that the pane lists: it is shown by its name, and removed once that is confirmed. */
export function SheetItem({ sheet, detail, isDisabled, onShow, onRemove, onDuplicate, link }: SheetItemProps) {
  const styles = useStyles();
  const layout = useLayout();
  const { handlers, messages } = usePlace(`sheet ${sheet}`);
  const name = withoutDirection(sheet);
  const [isAsked, setAsked] = useState(false);
  return (
    <li className={styles.item} {...handlers}>
      <Link as="button" className={styles.name} onClick={onShow}>
        {name}
      </Link>
      <div className={layout.row}>
        <Caption1 className={mergeClasses(layout.detail, layout.fill, styles.detail)}>
          {isAsked ? texts.reports.confirm(name) : detail}
        </Caption1>
        {isAsked ? (
          <>
            <Button size="small" disabledFocusable={isDisabled} onClick={onRemove}>
              {texts.reports.delete}
            </Button>
            <Button size="small" onClick={() => setAsked(false)}>
              {texts.reports.keep}
            </Button>
          </>
        ) : (
          <>
            {link && (
              <SheetAction
                name={link.isUnlinked ? reportBarTexts.link : reportBarTexts.unlink}
                sheet={sheet}
                isDisabled={isDisabled}
                onClick={() => link.onLink(link.isUnlinked)}
              />
            )}
            {onDuplicate && (
              <SheetAction name={texts.reports.duplicate} sheet={sheet} isDisabled={isDisabled} onClick={onDuplicate} />
            )}
            <SheetAction
              name={texts.reports.remove}
              sheet={sheet}
              isDisabled={isDisabled}
              onClick={() => setAsked(true)}
            />
          </>
        )}
      </div>
      {messages}
    </li>
  );
}

interface SheetActionProps {
  name: string;
  sheet: string;
  isDisabled: boolean;
  onClick: () => void;
}

function SheetAction({ name, sheet, isDisabled, onClick }: SheetActionProps) {
  return (
    <Button
      size="small"
      disabledFocusable={isDisabled}
      aria-label={texts.reports.nameOf(name, withoutDirection(sheet))}
      onClick={onClick}
    >
      {name}
    </Button>
  );
}
