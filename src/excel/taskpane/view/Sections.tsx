import { Button, makeStyles, mergeClasses, shorthands, tokens } from "@fluentui/react-components";
import type { Section } from "../../actions/sharedState";
import { texts } from "../texts/texts";

/** The buttons, each with the section that it shows. */
const SECTIONS = {
  plans: "plans",
  build: "grid",
  reports: "reports",
  explain: "explain",
  activity: "activity",
} as const;
type Name = keyof typeof SECTIONS;
const NAMES = Object.keys(SECTIONS) as Name[];

function nameOf(section: Section): Name {
  return section === "grid" || section === "formula" ? "build" : section;
}

const useStyles = makeStyles({
  sections: {
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    display: "flex",
    // With larger letters, the names are wider than the narrowest pane.
    flexWrap: "wrap",
    columnGap: tokens.spacingHorizontalL,
    // The first name begins where all else does.
    paddingInline: tokens.spacingHorizontalL,
    "@media (max-width: 379px)": { columnGap: tokens.spacingHorizontalSNudge },
  },
  section: { borderRadius: 0, fontWeight: tokens.fontWeightRegular, minWidth: "auto", paddingInline: 0 },
  // A border stays in high contrast, where colours go; a button of its own takes it away while it is hovered over.
  shown: {
    fontWeight: tokens.fontWeightSemibold,
    ...shorthands.borderBottom("3px", "solid", tokens.colorCompoundBrandStroke),
    ":hover": shorthands.borderBottom("3px", "solid", tokens.colorCompoundBrandStroke),
    ":hover:active": shorthands.borderBottom("3px", "solid", tokens.colorCompoundBrandStroke),
  },
  hidden: {
    ...shorthands.borderBottom("3px", "solid", "transparent"),
    ":hover": shorthands.borderBottom("3px", "solid", "transparent"),
    ":hover:active": shorthands.borderBottom("3px", "solid", "transparent"),
  },
});

interface SectionsProps {
  section: Section;
  /** Cells in error, which the last section lists. */
  errors: number;
  onSection: (section: Section) => void;
}

export function Sections({ section, errors, onSection }: SectionsProps) {
  const styles = useStyles();
  return (
    <nav className={styles.sections} aria-label={texts.sections.label}>
      {NAMES.map((name) => (
        <Button
          key={name}
          appearance="transparent"
          className={mergeClasses(styles.section, name === nameOf(section) ? styles.shown : styles.hidden)}
          {...(name === nameOf(section) && { "aria-current": "page" as const })}
          onClick={() => onSection(SECTIONS[name])}
        >
          {texts.sections[name]}
          {name === "activity" && errors > 0 && texts.sections.errors(errors)}
        </Button>
      ))}
    </nav>
  );
}
