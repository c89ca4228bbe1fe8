import type { BarActions } from "../../actions/reportBar/reportBar";
import type { BarQuestion } from "../../actions/reportBar/barState";
import { reportBarTexts as texts } from "../texts/reportBar";
import { Chips } from "./Chips";

interface BarQuestionsProps {
  questions: readonly BarQuestion[];
  actions: BarActions;
}

/** Asks for the scenarios that a plan does not have: nothing is written before each has a substitute. */
export function BarQuestions({ questions, actions }: BarQuestionsProps) {
  return questions.map(({ text, plan, options, answer }) => (
    <Chips
      key={`${plan} ${text}`}
      label={texts.ask(text, plan)}
      chips={options.map((option) => ({ key: option.text, label: option.name || texts.none }))}
      chosen={answer}
      onChoose={(other) => actions.substitute(text, other)}
    />
  ));
}
