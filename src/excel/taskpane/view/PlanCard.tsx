import {
  Button,
  Caption1,
  Checkbox,
  Field,
  makeStyles,
  mergeClasses,
  Radio,
  Text,
  tokens,
} from "@fluentui/react-components";
import { ChevronDownRegular, ChevronUpRegular, StarFilled, StarRegular } from "@fluentui/react-icons";
import { useState } from "react";
import type { Plan, Scenario } from "../../../insights";
import { currencyOptions, plansCurrencies } from "../format";
import type { WorkbookSettings } from "../../../reporting/saved/chosenSettings";
import type { StoreState } from "../../actions/storeState";
import { texts } from "../texts/texts";
import { useLayout } from "./layout";
import { Picker } from "./Picker";
import { usePlace } from "./ActionPlace";

const useStyles = makeStyles({
  card: {
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    // Cards out of sight are not drawn. They keep the height that they had, or else that of a plan in two lines.
    containIntrinsicSize: "auto 58px",
    contentVisibility: "auto",
    flexShrink: 0,
    minWidth: 0,
  },
  chosen: { border: `1px solid ${tokens.colorBrandStroke1}` },
  top: { alignItems: "center", display: "flex" },
  label: { display: "flex", flexDirection: "column", minWidth: 0, overflowWrap: "anywhere" },
  /** An open card lists all scenarios. */
  summary: {
    display: "-webkit-box",
    overflow: "hidden",
    WebkitBoxOrient: "vertical",
    WebkitLineClamp: "3",
  },
  details: {
    display: "flex",
    flexDirection: "column",
    gap: tokens.spacingVerticalM,
    padding: `0 ${tokens.spacingHorizontalM} ${tokens.spacingVerticalM}`,
  },
  flag: {
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusCircular,
    color: tokens.colorNeutralForeground2,
    display: "inline-block",
    marginInlineStart: tokens.spacingHorizontalXS,
    padding: `0 ${tokens.spacingHorizontalSNudge}`,
  },
  /** A long name goes on below itself. */
  scenario: { lineHeight: "24px", overflowWrap: "anywhere" },
});

interface PlanCardProps {
  plan: Plan;
  state: StoreState;
  onChange: (settings: WorkbookSettings) => void;
}

export function PlanCard({ plan, state, onChange, onFavourite }: PlanCardProps & { onFavourite: () => void }) {
  const styles = useStyles();
  const { handlers, messages } = usePlace(`plan ${plan.id}`);
  const isChosen = state.settings.plan === plan.id;
  const isFavourite = state.planMarks.favourites.includes(plan.id);
  const [isOpen, setOpen] = useState<boolean>();
  const shown = isOpen ?? isChosen;
  return (
    <div className={mergeClasses(styles.card, isChosen && styles.chosen)} {...handlers}>
      <div className={styles.top}>
        <Radio value={plan.id} label={<PlanLabel plan={plan} />} style={{ flexGrow: 1, minWidth: 0 }} />
        <Button
          appearance="transparent"
          icon={isFavourite ? <StarFilled /> : <StarRegular />}
          aria-pressed={isFavourite}
          aria-label={texts.plans.favourite(plan.name)}
          title={texts.plans.favouriteHint}
          onClick={onFavourite}
        />
        <Button
          appearance="transparent"
          icon={shown ? <ChevronUpRegular /> : <ChevronDownRegular />}
          aria-expanded={shown}
          aria-label={texts.plans.details(plan.name)}
          title={texts.plans.details(plan.name)}
          onClick={() => setOpen(!shown)}
        />
      </div>
      {messages}
      {shown && (
        <div className={styles.details}>
          {plan.scenarios.length === 0 && <Caption1>{texts.plans.noScenarios}</Caption1>}
          {isChosen ? (
            <Choice plan={plan} state={state} onChange={onChange} />
          ) : (
            plan.scenarios.map((scenario) => (
              <div key={scenario.id} className={styles.scenario}>
                <ScenarioLabel scenario={scenario} />
              </div>
            ))
          )}
        </div>
      )}
    </div>
  );
}

function PlanLabel({ plan }: { plan: Plan }) {
  const styles = useStyles();
  const layout = useLayout();
  return (
    <span className={styles.label}>
      <Text weight="semibold">{plan.name}</Text>
      <Caption1 className={mergeClasses(layout.detail, styles.summary)}>
        {[plan.currency, ...plan.scenarios.map(({ name }) => name)].filter(Boolean).join(" · ")}
      </Caption1>
    </span>
  );
}

/** Which scenarios and which currency blank arguments mean. */
function Choice({ plan, state, onChange }: PlanCardProps) {
  const layout = useLayout();
  const { settings } = state;
  const chosen = settings.scenarios ?? [];
  const toggle = (id: string, on: boolean): void => {
    const ids = plan.scenarios.map((each) => each.id).filter((each) => (each === id ? on : chosen.includes(each)));
    onChange({ scenarios: ids.length > 0 ? ids : undefined });
  };
  return (
    <>
      {plan.scenarios.length > 0 && (
        <div role="group" aria-labelledby="scenarios">
          <Text id="scenarios">{texts.plans.scenarios}</Text>
          {plan.scenarios.map((scenario) => (
            <Checkbox
              key={scenario.id}
              style={{ display: "flex" }}
              checked={chosen.includes(scenario.id)}
              onChange={(_event, { checked }) => toggle(scenario.id, checked === true)}
              label={<ScenarioLabel scenario={scenario} />}
            />
          ))}
          <Caption1 className={layout.detail}>{texts.plans.scenariosHint}</Caption1>
        </div>
      )}
      <Field label={texts.plans.currency}>
        <Picker
          chosen={[settings.currency ?? ""]}
          options={currencyOptions(texts.plans.noCurrency, [plan.currency, ...plansCurrencies(state)])}
          onChoose={(currency) => onChange({ currency: currency || undefined })}
        />
      </Field>
    </>
  );
}

/** Flags are told that the name does not say. */
function ScenarioLabel({ scenario: { name, flags } }: { scenario: Scenario }) {
  const styles = useStyles();
  const told = flags.filter((flag) => !name.toLowerCase().includes(flag.toLowerCase()));
  return (
    <span className={styles.scenario}>
      <Text>{name}</Text>
      {told.length > 0 && <Caption1 className={styles.flag}>{told.join(", ")}</Caption1>}
    </span>
  );
}
