import { Button, Field, makeStyles, tokens } from "@fluentui/react-components";
import { CheckmarkRegular, CopyRegular } from "@fluentui/react-icons";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { texts } from "../texts/texts";

const useStyles = makeStyles({
  text: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase100, width: "100%" },
});

/** A new object for each attempt, after which the text is selected again. */
interface RefusedText {
  readonly text: string;
}

interface Copying {
  readonly button: ReactNode;
  /** The text to be copied by hand, if the host blocks copying, as Excel on the web does (OfficeDev/office-js#1991). */
  readonly refused: ReactNode;
}

/** Returns a button that copies a text, and what to show below it. */
export function useCopying(label: string, text: () => Promise<string>): Copying {
  const [isCopied, setCopied] = useState(false);
  const [refused, setRefused] = useState<RefusedText>();
  const copy = async (): Promise<void> => {
    const copied = await text();
    const isDone = await writeClipboard(copied);
    setCopied(isDone);
    setRefused(isDone ? undefined : { text: copied });
  };
  return {
    button: (
      <Button
        size="small"
        appearance="subtle"
        icon={isCopied ? <CheckmarkRegular /> : <CopyRegular />}
        onClick={() => void copy()}
        onBlur={() => setCopied(false)}
      >
        {isCopied ? texts.activity.copied : label}
      </Button>
    ),
    refused: refused && <SelectedText refused={refused} />,
  };
}

/** Returns false if the host blocks copying, or has no clipboard. */
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function SelectedText({ refused }: { refused: RefusedText }) {
  const styles = useStyles();
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    area.current?.focus();
    area.current?.select();
  }, [refused]);
  return (
    <Field label={texts.activity.notCopied}>
      {(labelled) => (
        <textarea
          {...labelled}
          ref={area}
          readOnly
          className={styles.text}
          rows={Math.min(8, refused.text.split("\n").length + 1)}
          value={refused.text}
          onFocus={(event) => event.target.select()}
        />
      )}
    </Field>
  );
}
