import { Button, makeStyles, mergeClasses, shorthands, tokens } from "@fluentui/react-components";
import type { Section } from "../../actions/state";
import { texts } from "../texts/texts";

const SECTIONS: readonly Section[] = ["plans", "formula", "grid", "reports", "explain", "activity"];

const useStyles = makeStyles({
  sections: {
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    display: "flex",
    // With larger letters, the names are wider than the narrowest pane.
    flexWrap: "wrap",
    paddingInline: tokens.spacingHorizontalXS,
  },
  section: {
    borderRadius: 0,
    fontWeight: tokens.fontWeightRegular,
    minWidth: "auto",
    paddingInline: tokens.spacingHorizontalSNudge,
    "@media (max-width: 379px)": { fontSize: tokens.fontSizeBase200, paddingInline: tokens.spacingHorizontalXXS },
  },
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
      {SECTIONS.map((name) => (
        <Button
          key={name}
          appearance="transparent"
          className={mergeClasses(styles.section, name === section ? styles.shown : styles.hidden)}
          {...(name === section && { "aria-current": "page" as const })}
          onClick={() => onSection(name)}
        >
          {texts.sections[name]}
          {name === "activity" && errors > 0 && texts.sections.errors(errors)}
        </Button>
      ))}
    </nav>
  );
}
