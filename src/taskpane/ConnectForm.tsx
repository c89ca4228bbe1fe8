import {
  Body1,
  Button,
  Field,
  type FieldProps,
  Input,
  type InputProps,
  makeStyles,
  Spinner,
  tokens,
} from "@fluentui/react-components";
import { type FormEvent, useState } from "react";
import type { PaneModel, PaneState } from "./model";

const useStyles = makeStyles({
  form: { display: "flex", flexDirection: "column", gap: tokens.spacingVerticalL },
});

/** The key lives in this form alone, and is gone when the form is: a connected pane has no key to show. */
export function ConnectForm({ state, onConnect }: { state: PaneState; onConnect: PaneModel["connect"] }) {
  const styles = useStyles();
  const [appUrl, setAppUrl] = useState(state.appUrl);
  const [apiKey, setApiKey] = useState("");
  const connecting = state.status === "connecting";

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!connecting) void onConnect(appUrl.trim(), apiKey.trim());
  };

  return (
    <form className={styles.form} onSubmit={submit}>
      <Body1>Connect to your planning service to bring its plans and scenarios into this workbook.</Body1>
      <Entry
        label="Service address"
        input={{ type: "url", placeholder: "https://planning.example.com", value: appUrl, disabled: connecting }}
        onText={setAppUrl}
      />
      <Entry
        label="API key"
        hint="Made in the planning application's settings, under API keys. It never goes into the workbook."
        input={{ type: "password", value: apiKey, disabled: connecting }}
        onText={setApiKey}
      />
      <Button
        type="submit"
        appearance="primary"
        disabledFocusable={connecting}
        {...(connecting && { icon: <Spinner size="tiny" /> })}
      >
        {connecting ? "Connecting…" : "Connect"}
      </Button>
    </form>
  );
}

interface EntryProps extends Pick<FieldProps, "label" | "hint"> {
  input: InputProps;
  onText: (text: string) => void;
}

function Entry({ input, onText, ...field }: EntryProps) {
  return (
    <Field required {...field}>
      <Input autoComplete="off" onChange={(_event, { value }) => onText(value)} {...input} />
    </Field>
  );
}
