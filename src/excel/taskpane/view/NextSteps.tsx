import { Button, Caption1, makeStyles, Text, tokens } from "@fluentui/react-components";
import type { Store } from "../../actions/store";
import { texts } from "../texts/texts";
import { useLayout } from "./layout";

const useStyles = makeStyles({
  tiles: {
    display: "grid",
    gap: tokens.spacingHorizontalS,
    gridTemplateColumns: "repeat(auto-fit, minmax(84px, 1fr))",
  },
  tile: {
    alignItems: "stretch",
    flexDirection: "column",
    fontWeight: tokens.fontWeightRegular,
    gap: tokens.spacingVerticalXS,
    height: "100%",
    justifyContent: "start",
    minWidth: 0,
    padding: tokens.spacingHorizontalS,
    textAlign: "left",
    width: "100%",
  },
});

type Tile = keyof typeof texts.briefing.tiles;

interface NextStepsProps {
  /** What comes first, and what it does. */
  first: Tile;
  onFirst: () => void;
  store: Store;
}

/** What to do where there is no briefing: three tiles, the next step first. */
export function NextSteps({ first, onFirst, store }: NextStepsProps) {
  const styles = useStyles();
  const layout = useLayout();
  const steps: readonly (readonly [Tile, () => void])[] = [
    [first, onFirst],
    ["report", () => store.showSection("reports")],
    ["table", () => store.showSection("grid")],
  ];
  return (
    <ul className={`${styles.tiles} ${layout.plain}`} aria-label={texts.briefing.next}>
      {steps.map(([tile, act], at) => {
        const [title, text] = texts.briefing.tiles[tile];
        return (
          <li key={tile}>
            <Button className={styles.tile} appearance={at === 0 ? "primary" : "secondary"} onClick={act}>
              <Text weight="semibold">{title}</Text>
              <Caption1>{text}</Caption1>
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
