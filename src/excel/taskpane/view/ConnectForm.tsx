import {
  Body1,
  Button,
  Caption1,
  Checkbox,
  Field,
  Input,
  makeStyles,
  Spinner,
  Subtitle1,
  Subtitle2,
  tokens,
} from "@fluentui/react-components";
import { type FormEvent, useState } from "react";
import { completeAddress } from "../serviceAddress";
import type { StoreState } from "../../actions/storeState";
import type { Store } from "../../actions/store";
import { texts } from "../texts/texts";
import { useLayout } from "./layout";
import { ActionPlace } from "./ActionPlace";
import { KeptNumbers } from "./KeptNumbers";

const useStyles = makeStyles({
  // Low enough that both buttons of a first run are in sight on a small screen.
  form: { display: "flex", flexDirection: "column", gap: tokens.spacingVerticalM },
  steps: { display: "flex", flexDirection: "column", gap: tokens.spacingVerticalXS, margin: 0, paddingLeft: "1.25em" },
  keep: { display: "flex", flexDirection: "column" },
  // Below the text of the checkbox, not below its box.
  hint: { color: tokens.colorNeutralForeground2, paddingInlineStart: tokens.spacingHorizontalXXXL },
});

/** The key lives in this form alone, and is gone when the form is: a connected pane has no key to show. */
export function ConnectForm({ state, store }: { state: StoreState; store: Store }) {
  const styles = useStyles();
  const [appUrl, setAppUrl] = useState(state.appUrl);
  const [apiKey, setApiKey] = useState("");
  const [keep, setKeep] = useState(false);
  const connecting = state.status === "connecting";
  const isFirst = state.appUrl === "" || state.isAddressFixed;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!connecting) void store.connect(completeAddress(appUrl), apiKey.trim(), keep);
  };

  return (
    <form className={styles.form} onSubmit={submit}>
      {!isFirst && <KeptNumbers state={state} store={store} />}
      <Welcome isFirst={isFirst} />
      <Address state={state} value={appUrl} onValue={setAppUrl} />
      <Field required label={texts.connect.key} hint={texts.connect.keyHint}>
        <Input
          type="password"
          autoComplete="off"
          value={apiKey}
          disabled={connecting}
          onChange={(_event, { value }) => setApiKey(value)}
        />
      </Field>
      {state.keepsKeys ? (
        <Keep checked={keep} disabled={connecting} onChecked={setKeep} />
      ) : (
        <Caption1>{texts.connect.keepNever}</Caption1>
      )}
      <ActionPlace name="connect">
        <Button
          type="submit"
          appearance="primary"
          disabledFocusable={connecting}
          {...(connecting && { icon: <Spinner size="tiny" /> })}
        >
          {connecting ? texts.connect.connecting : texts.connect.connect}
        </Button>
      </ActionPlace>
      {state.hasSandbox && !connecting && (
        <ActionPlace name="sandbox">
          <SandboxOffer onTry={() => void store.trySandbox()} />
        </ActionPlace>
      )}
      {isFirst && <KeptNumbers state={state} store={store} isFirst />}
    </form>
  );
}

/** Users cannot change an address that the build fixed. */
function Address({ state, value, onValue }: { state: StoreState; value: string; onValue: (text: string) => void }) {
  if (state.isAddressFixed) {
    return (
      <Field label={texts.connect.address}>
        <Body1>{state.appUrl}</Body1>
      </Field>
    );
  }
  return (
    <Field required label={texts.connect.address}>
      <Input
        // Browsers refuse an address without a scheme in a field of type "url".
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        placeholder={texts.connect.addressPlaceholder}
        value={value}
        disabled={state.status === "connecting"}
        onChange={(_event, data) => onValue(data.value)}
        onBlur={() => onValue(completeAddress(value))}
      />
    </Field>
  );
}

interface KeepProps {
  checked: boolean;
  disabled: boolean;
  onChecked: (checked: boolean) => void;
}

function Keep({ checked, disabled, onChecked }: KeepProps) {
  const styles = useStyles();
  return (
    <div className={styles.keep}>
      <Checkbox
        label={texts.connect.keep}
        aria-describedby="keep-hint"
        checked={checked}
        disabled={disabled}
        onChange={(_event, data) => onChecked(data.checked === true)}
      />
      <Caption1 id="keep-hint" className={styles.hint}>
        {texts.connect.keepHint}
      </Caption1>
    </div>
  );
}

function Welcome({ isFirst }: { isFirst: boolean }) {
  const styles = useStyles();
  const layout = useLayout();
  if (!isFirst) {
    return (
      <Subtitle1 as="h2" className={layout.heading}>
        {texts.connect.again}
      </Subtitle1>
    );
  }
  return (
    <div className={layout.column} style={{ gap: tokens.spacingVerticalXS }}>
      <Subtitle2 as="h2" className={layout.heading}>
        {texts.connect.welcome}
      </Subtitle2>
      <ol className={styles.steps}>
        {texts.connect.steps.map((step) => (
          <li key={step}>
            <Body1>{step}</Body1>
          </li>
        ))}
      </ol>
    </div>
  );
}

function SandboxOffer({ onTry }: { onTry: () => void }) {
  const layout = useLayout();
  return (
    <div className={layout.column} style={{ gap: tokens.spacingVerticalXS }}>
      <Body1>{texts.connect.sandboxHint}</Body1>
      <Button onClick={onTry}>{texts.connect.sandbox}</Button>
    </div>
  );
}
