import { Button, Caption1, makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import type { BarOption, ScenarioNumbers } from "../../actions/reportBar/barState";
import { formatLanguage } from "../../actions/format/formatLanguage";
import { MINUS } from "../../../numbers/language/shareWords";
import { reportBarTexts as texts } from "../texts/reportBar";
import { Bar, boundsOf, type BarBounds } from "./Bar";
import { Chips } from "./Chips";

const useStyles = makeStyles({
  row: {
    columnGap: tokens.spacingHorizontalS,
    display: "grid",
    gridTemplateColumns: "minmax(0, 5fr) minmax(0, 4fr) minmax(3.2em, auto) minmax(3.2em, auto)",
    width: "100%",
  },
  name: { overflowWrap: "anywhere" },
  number: { fontVariantNumeric: "tabular-nums", textAlign: "end", whiteSpace: "nowrap" },
  better: { color: tokens.colorStatusSuccessForeground1 },
  worse: { color: tokens.colorStatusDangerForeground1 },
  open: { gridColumn: "2 / -1", textAlign: "start" },
});

interface ScenarioBarsProps {
  label: string;
  options: readonly BarOption[];
  chosen: string | undefined;
  /** The scenario that the others are compared with. */
  base: string | undefined;
  numbers: ScenarioNumbers | undefined;
  onChoose: (text: string) => void;
  onAsk: () => void;
}

/** The scenarios to choose from, each with its EBIT as a bar, as far as it is known. */
export function ScenarioBars({ label, options, numbers, chosen, base, onChoose, onAsk }: ScenarioBarsProps) {
  const scale = scaleOf(numbers);
  return (
    <Chips
      label={label}
      note={numbers && texts.ebit(`${numbers.currency}${scale.unit}`.trim())}
      areLines
      chips={options.map((option) => ({
        key: option.text,
        label: <Row option={option} numbers={numbers} scale={scale} isChosen={option.text === chosen} base={base} />,
      }))}
      chosen={chosen}
      onChoose={onChoose}
    >
      {numbers?.isAsking && <Caption1 role="status">{texts.asking}</Caption1>}
      {numbers?.isOpen && (
        <div>
          <Button size="small" disabledFocusable={numbers.isAsking} onClick={onAsk}>
            {texts.others}
          </Button>
        </div>
      )}
    </Chips>
  );
}

interface Scale {
  readonly divisor: number;
  /** With a space before it; "" for whole numbers. */
  readonly unit: string;
  readonly bounds: BarBounds;
}

/** Returns one scale for all numbers. */
function scaleOf(numbers: ScenarioNumbers | undefined): Scale {
  const sizes = (numbers?.scenarios ?? []).map(({ value = 0 }) => Math.abs(value));
  const largest = Math.max(0, ...sizes);
  const [divisor, unit] = largest >= 1e6 ? [1e6, " m"] : largest >= 1e4 ? [1e3, " k"] : [1, ""];
  return { divisor, unit, bounds: boundsOf((numbers?.scenarios ?? []).map(({ value }) => value)) };
}

interface RowProps extends Pick<ScenarioBarsProps, "base" | "numbers"> {
  option: BarOption;
  scale: Scale;
  isChosen: boolean;
}

function Row({ option: { text, name }, isChosen, base, numbers, scale }: RowProps) {
  const styles = useStyles();
  const valueOf = (wanted: string | undefined) => numbers?.scenarios.find((each) => each.text === wanted)?.value;
  const [value, compared] = [valueOf(text), valueOf(base)];
  const reason = numbers?.scenarios.find((each) => each.text === text)?.reason;
  const difference = value === undefined || compared === undefined || text === base ? undefined : value - compared;
  return (
    <span className={styles.row}>
      <span className={styles.name}>{name}</span>
      {value === undefined ? (
        <Caption1 className={styles.open}>{numbers && (reason ?? texts.notKnown)}</Caption1>
      ) : (
        <>
          <Bar value={value} bounds={scale.bounds} />
          <span className={styles.number}>{scaled(value, scale)}</span>
          <span className={mergeClasses(styles.number, !isChosen && directionStyle(difference, styles))}>
            {difference === undefined ? "" : scaled(difference, scale, true)}
          </span>
        </>
      )}
    </span>
  );
}

function directionStyle(difference: number | undefined, styles: ReturnType<typeof useStyles>): string | undefined {
  if (!difference) return undefined;
  return difference < 0 ? styles.worse : styles.better;
}

function scaled(value: number, { divisor }: Scale, isDifference = false): string {
  const digits = divisor === 1 ? 0 : 1;
  const format = new Intl.NumberFormat(formatLanguage(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const sign = value < 0 ? MINUS : isDifference && value > 0 ? "+" : "";
  return sign + format.format(Math.abs(value) / divisor);
}
