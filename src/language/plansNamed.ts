/** Finds the plan that a formula names, as the functions do. */

interface NamedPlan {
  readonly id: string;
  readonly name: string;
}

/** Returns the plan with this id, else all with this name; case and outer spaces of names are ignored. */
export function plansNamed<P extends NamedPlan>(plans: readonly P[], text: string): readonly P[] {
  const wanted = text.trim();
  const byId = plans.find(({ id }) => id === wanted);
  if (byId) return [byId];
  return wanted === "" ? [] : plans.filter(({ name }) => name.trim().toLowerCase() === wanted.toLowerCase());
}

/** Returns the one plan that a text names; undefined for none, or for several of one name. */
export function planNamed<P extends NamedPlan>(plans: readonly P[], text: string): P | undefined {
  const [plan, other] = plansNamed(plans, text);
  return other ? undefined : plan;
}
