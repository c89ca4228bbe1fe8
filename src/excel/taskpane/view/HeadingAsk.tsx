import { Field } from "@fluentui/react-components";
import type { HeadingAnswer } from "../../actions/tables/tableOffers";
import type { HeadingQuestion } from "../../../reporting/headings/headingQuestions";
import { answerLabel, questionLabel, timeTexts } from "../texts/headingQuestions";
import { tablePaneTexts } from "../texts/tables";
import { Chips } from "./Chips";
import { Picker } from "./Picker";

/** More would push the sentences out of sight. */
const MOST_CHIPS = 6;

interface HeadingAskProps {
  question: HeadingQuestion;
  /** "" if there is none yet. */
  answer: string;
  options: readonly HeadingAnswer[];
  onAnswer: (answer: string) => void;
}

/** A question about headings: a chip for each of a few answers, a list for more. A time may be typed too. */
export function HeadingAsk({ question, answer, options, onAnswer }: HeadingAskProps) {
  const label = questionLabel(question);
  const named = options.map(({ value, label: name }) => ({ value, label: answerLabel(question, value) ?? name }));
  if (named.length <= MOST_CHIPS) {
    const chips = named.map(({ value, label: name }) => ({ key: value, label: name }));
    return <Chips label={label} chips={chips} chosen={answer} onChoose={onAnswer} />;
  }
  const isTime = question.kind === "time";
  return (
    <Field
      label={label}
      {...(isTime && { hint: timeTexts.hint })}
      {...(isTime && question.isUnread && { validationMessage: timeTexts.unread(answer) })}
    >
      <Picker
        chosen={[answer]}
        placeholder={tablePaneTexts.choose}
        options={named}
        onChoose={onAnswer}
        onText={isTime ? onAnswer : undefined}
      />
    </Field>
  );
}
