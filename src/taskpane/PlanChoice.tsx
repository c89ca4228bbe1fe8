import { Body1, Caption1, makeStyles, Radio, RadioGroup, Subtitle2, Text, tokens } from "@fluentui/react-components";
import type { Plan } from "../insights";
import type { PaneModel, PaneState } from "./model";

const useStyles = makeStyles({
  section: { display: "flex", flexDirection: "column", gap: tokens.spacingVerticalM },
  heading: { margin: 0 },
  plans: { alignItems: "stretch", gap: tokens.spacingVerticalS },
  plan: {
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
    ":has(:checked)": { border: `1px solid ${tokens.colorBrandStroke1}` },
  },
  label: {
    color: tokens.colorNeutralForeground1,
    display: "flex",
    flexDirection: "column",
    minWidth: 0,
    overflowWrap: "anywhere",
  },
  detail: { color: tokens.colorNeutralForeground2 },
});

export function PlanChoice({ state, onChoose }: { state: PaneState; onChoose: PaneModel["choosePlan"] }) {
  const styles = useStyles();
  const { plans, planId = "" } = state;
  return (
    <section className={styles.section} aria-labelledby="plans">
      <Subtitle2 as="h2" id="plans" className={styles.heading}>
        Plan of this workbook
      </Subtitle2>
      <Body1>{advice(plans)}</Body1>
      {plans && plans.length > 0 && (
        <RadioGroup
          className={styles.plans}
          aria-labelledby="plans"
          value={planId}
          onChange={(_event, { value }) => void onChoose(value)}
        >
          {plans.map((plan) => (
            <Radio key={plan.id} className={styles.plan} value={plan.id} label={<PlanLabel plan={plan} />} />
          ))}
        </RadioGroup>
      )}
    </section>
  );
}

function PlanLabel({ plan }: { plan: Plan }) {
  const styles = useStyles();
  return (
    <span className={styles.label}>
      <Text weight="semibold">{plan.name}</Text>
      <Caption1 className={styles.detail}>
        {[plan.currency, ...plan.scenarios.map(({ name }) => name)].filter(Boolean).join(" · ")}
      </Caption1>
    </span>
  );
}

function advice(plans: readonly Plan[] | undefined): string {
  if (!plans) return "This key may not list plans. Name a plan and its scenarios by their ids in formulas.";
  if (plans.length === 0)
    return "This service has no plans yet. Make one in the planning application, then connect again.";
  return "Formulas that name no plan read this one.";
}
