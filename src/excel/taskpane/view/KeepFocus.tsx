import { makeStyles } from "@fluentui/react-components";
import { useEffect, useLayoutEffect, useRef, type ReactNode } from "react";

const useStyles = makeStyles({
  // Children keep the layout of the parent.
  part: { display: "contents" },
});

const STOPS = ["button", "input", "textarea", "a[href]", "[tabindex]"]
  .map((each) => `${each}:not([tabindex="-1"]):not(:disabled)`)
  .join();

interface KeepFocusProps {
  /** A selector of what gets the focus, if it is there. @default the part's first stop of the Tab key */
  first?: string;
  children: ReactNode;
}

/** If an action removes the focused element of this part, the focus stays in the part. Parts may stand in each other. */
export function KeepFocus({ first, children }: KeepFocusProps) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  const focused = useRef<Element>(undefined);
  useEffect(() => {
    // The keyboard has gone to the cells. If no element had the focus, none tells it.
    const forget = () => (focused.current = undefined);
    window.addEventListener("blur", forget);
    return () => window.removeEventListener("blur", forget);
  }, []);
  useLayoutEffect(() => {
    const isLost = focused.current?.isConnected === false && document.activeElement === document.body;
    if (!isLost) return;
    const find = (selector: string) => root.current?.querySelector<HTMLElement>(selector);
    ((first && find(first)) || find(STOPS))?.focus();
  });
  return (
    <div
      ref={root}
      className={styles.part}
      onFocus={({ target }) => (focused.current = target)}
      onBlur={() => (focused.current = undefined)}
    >
      {children}
    </div>
  );
}
