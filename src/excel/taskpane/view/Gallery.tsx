import { Button, Caption1, makeStyles, Text, tokens } from "@fluentui/react-components";
import type { ReportKind } from "../../../reporting/reports/reportParameters";
import { texts } from "../texts/texts";
import { usePlace } from "./ActionPlace";
import { ReportPicture } from "./ReportPicture";

const useStyles = makeStyles({
  gallery: {
    display: "grid",
    // The card beside the one with messages stays beside it.
    gridAutoFlow: "dense",
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: "repeat(auto-fill, minmax(130px, 1fr))",
    listStyleType: "none",
    margin: 0,
    padding: 0,
  },
  card: {
    alignItems: "stretch",
    flexDirection: "column",
    fontWeight: tokens.fontWeightRegular,
    height: "100%",
    justifyContent: "start",
    minWidth: 0,
    padding: tokens.spacingHorizontalXS,
    textAlign: "left",
    width: "100%",
  },
  messages: { gridColumn: "1 / -1", ":empty": { display: "none" } },
  text: { color: tokens.colorNeutralForeground2 },
});

interface GalleryProps {
  titles: ReadonlyMap<ReportKind, string>;
  isDisabled: boolean;
  onInsert: (kind: ReportKind) => void;
}

/** The reports that can be inserted, each with a picture. */
export function Gallery({ titles, ...rest }: GalleryProps) {
  const styles = useStyles();
  return (
    <ul className={styles.gallery}>
      {[...titles].map(([kind, title]) => (
        <Card key={kind} kind={kind} title={title} {...rest} />
      ))}
    </ul>
  );
}

interface CardProps extends Omit<GalleryProps, "titles"> {
  kind: ReportKind;
  title: string;
}

function Card({ kind, title, isDisabled, onInsert }: CardProps) {
  const styles = useStyles();
  const { handlers, messages } = usePlace(`report ${kind}`);
  const text = texts.reports.purposes[kind];
  return (
    <>
      <li {...handlers}>
        <Button
          className={styles.card}
          disabledFocusable={isDisabled}
          aria-label={texts.reports.insertKind(title)}
          title={text}
          onClick={() => onInsert(kind)}
        >
          <ReportPicture kind={kind} />
          {/* A name breaks between words. */}
          <Text weight="semibold">{title.replace("-", "\u2011")}</Text>
          <Caption1 className={styles.text}>{text}</Caption1>
        </Button>
      </li>
      {messages && <li className={styles.messages}>{messages}</li>}
    </>
  );
}
