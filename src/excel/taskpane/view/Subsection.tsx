import { Subtitle2, mergeClasses } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useLayout } from "./layout";

interface SubsectionProps {
  id: string;
  title: string;
  /** Stands beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of a section, under its title. */
export function Subsection({ id, title, action, children }: SubsectionProps) {
  const layout = useLayout();
  return (
    <section className={layout.column} aria-labelledby={id}>
      <div className={layout.row}>
        <Subtitle2 as="h2" id={id} className={mergeClasses(layout.heading, layout.fill)}>
          {title}
        </Subtitle2>
        {action}
      </div>
      {children}
    </section>
  );
}
