import {
  Body1,
  Button,
  Caption1,
  Field,
  Input,
  Link,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Select,
  Text,
  tokens,
} from "@fluentui/react-components";
import { formatTime } from "../format";
import { texts } from "../texts/texts";
import { ActionPlace } from "./ActionPlace";
import { useLayout } from "./layout";
import { PreviewTable } from "./PreviewTable";
import { Subsection } from "./Subsection";

/** The minifier drops all other tokens from the pane, but only while the whole object is passed to no one. */
const TOKENS = {
  colorBrandBackground2: tokens.colorBrandBackground2,
  colorBrandStroke1: tokens.colorBrandStroke1,
  colorNeutralBackground1: tokens.colorNeutralBackground1,
  colorNeutralStroke2: tokens.colorNeutralStroke2,
  colorNeutralStroke3: tokens.colorNeutralStroke3,
  colorPaletteRedBorder2: tokens.colorPaletteRedBorder2,
  lineHeightBase300: tokens.lineHeightBase300,
  spacingHorizontalM: tokens.spacingHorizontalM,
  spacingHorizontalS: tokens.spacingHorizontalS,
  spacingHorizontalXS: tokens.spacingHorizontalXS,
  spacingVerticalM: tokens.spacingVerticalM,
  spacingVerticalXS: tokens.spacingVerticalXS,
  spacingVerticalXXS: tokens.spacingVerticalXXS,
} as const;

/** @see `useKit` */
export const kit = {
  ActionPlace,
  Body1,
  Button,
  Caption1,
  Field,
  Input,
  Link,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  PreviewTable,
  Select,
  Subsection,
  Text,
  formatTime,
  texts,
  tokens: TOKENS,
  useLayout,
} as const;
