import { makeStyles, Spinner } from "@fluentui/react-components";
import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from "react";
import type { StoreState } from "../../actions/storeState";
import type { Store } from "../../actions/store";
import { texts } from "../texts/texts";
import { Notice } from "./Notice";
import { ActionOutcome, CopyOutcome, Notes } from "./outcomes";

interface Places {
  /** The place whose button was used last; undefined if it is no longer shown. */
  readonly current: string | undefined;
  readonly enter: (name: string) => void;
  readonly leave: (name: string) => void;
  /** Progress and messages of the running or last action. */
  readonly messages: ReactNode;
}

const PlacesContext = createContext<Places>({ current: undefined, enter() {}, leave() {}, messages: null });

const useStyles = makeStyles({
  // Children keep the layout of the parent.
  place: { display: "contents" },
  messages: { display: "flex", flexDirection: "column", gap: "8px", minWidth: 0 },
});

interface MessagesProps {
  state: StoreState;
  store: Store;
  children: ReactNode;
}

/** Shows progress and messages beside the button that caused them, or first if no button that is shown did. */
export function PlacesProvider({ state, store, children }: MessagesProps) {
  const [current, setCurrent] = useState<string>();
  const leave = useCallback((name: string) => setCurrent((now) => (now === name ? undefined : now)), []);
  const places = useMemo(
    () => ({ current, enter: setCurrent, leave, messages: <Messages state={state} store={store} /> }),
    [current, leave, state, store],
  );
  return (
    <PlacesContext.Provider value={places}>
      {current === undefined && places.messages}
      {children}
    </PlacesContext.Provider>
  );
}

/**
 * Returns what notes that a button of this place is used, and the messages if it was the last one.
 * @param isFirst True if messages that no button of a place has caused appear here too.
 */
export function usePlace(name: string, isFirst = false) {
  const { current, enter, leave, messages } = useContext(PlacesContext);
  useEffect(() => () => leave(name), [leave, name]);
  useEffect(() => {
    if (isFirst && current === undefined) enter(name);
  }, [isFirst, current, enter, name]);
  // Not while the event is captured: React would draw before it reaches a radio button, which then tells no change.
  const note = () => enter(name);
  return { handlers: { onClick: note, onChange: note }, messages: current === name ? messages : null };
}

interface ActionPlaceProps {
  name: string;
  isFirst?: boolean;
  children: ReactNode;
}

/** Buttons whose messages appear behind them. */
export function ActionPlace({ name, isFirst, children }: ActionPlaceProps) {
  const styles = useStyles();
  const { handlers, messages } = usePlace(name, isFirst);
  return (
    <>
      <div className={styles.place} {...handlers}>
        {children}
      </div>
      {messages}
    </>
  );
}

function Messages({ state, store }: Omit<MessagesProps, "children">) {
  const styles = useStyles();
  const { failure, isEditing, excelCheck, section, actedIn = section } = state;
  const { notes = [], result, copy }: Partial<StoreState> = actedIn === section ? state : {};
  // The check of this Excel shows its own progress.
  const isBusy = state.isBusy && !excelCheck?.isRunning;
  const shown = [failure?.message, ...notes, isBusy && "busy", result?.action, copy?.name].filter(Boolean).join();
  if (shown === "") return null;
  return (
    <div key={shown} ref={scrollIntoSight} className={styles.messages}>
      {isBusy && <Spinner size="tiny" label={isEditing ? texts.activity.editing : texts.reports.busy} />}
      {failure && <Notice failure={failure} state={state} store={store} />}
      {notes.length > 0 && <Notes notes={notes} />}
      {result && <ActionOutcome result={result} />}
      {copy && <CopyOutcome copy={copy} onOpen={() => void store.sendCopy(true)} />}
    </div>
  );
}

/** Runs once for each message, so a reader who scrolls on is not brought back. */
function scrollIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView?.({ block: "nearest" });
}
