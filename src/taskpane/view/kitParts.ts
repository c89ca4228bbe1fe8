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
  Text,
  tokens,
} from "@fluentui/react-components";
import { formatTime } from "../format";
import { texts } from "../texts/texts";
import { useLayout } from "./layout";
import { Subsection } from "./Subsection";

/** The minifier drops all other tokens from the pane, but only while the whole object is passed to no one. */
const TOKENS = {
  colorBrandBackground2: tokens.colorBrandBackground2,
  colorBrandStroke1: tokens.colorBrandStroke1,
  colorNeutralStroke3: tokens.colorNeutralStroke3,
  colorPaletteRedBorder2: tokens.colorPaletteRedBorder2,
  spacingHorizontalM: tokens.spacingHorizontalM,
  spacingHorizontalS: tokens.spacingHorizontalS,
  spacingVerticalM: tokens.spacingVerticalM,
  spacingVerticalXS: tokens.spacingVerticalXS,
  spacingVerticalXXS: tokens.spacingVerticalXXS,
} as const;

/** @see `useKit` */
export const kit = {
  Body1,
  Button,
  Caption1,
  Field,
  Input,
  Link,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Subsection,
  Text,
  formatTime,
  texts,
  tokens: TOKENS,
  useLayout,
} as const;
