import { Button } from "@fluentui/react-components";
import { CheckmarkRegular, CopyRegular } from "@fluentui/react-icons";
import { useState } from "react";
import { texts } from "../texts/texts";

interface CopyButtonProps {
  text: () => Promise<string>;
  label: string;
  /** Called if the host blocks copying. */
  onRefused?: (text: string) => void;
}

export function CopyButton({ text, label, onRefused }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    const copied = await text();
    try {
      await navigator.clipboard.writeText(copied);
      setCopied(true);
    } catch {
      onRefused?.(copied);
    }
  };
  return (
    <Button
      size="small"
      appearance="subtle"
      icon={isCopied ? <CheckmarkRegular /> : <CopyRegular />}
      onClick={() => void copy()}
      onBlur={() => setCopied(false)}
    >
      {isCopied ? texts.formula.copied : label}
    </Button>
  );
}
