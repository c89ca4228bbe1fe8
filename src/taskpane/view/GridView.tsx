import { Body1, Button, Caption1, Field, Input, Select } from "@fluentui/react-components";
import { useEffect } from "react";
import type { GridActions } from "../../actions/grid/gridActions";
import type { GridDefinition } from "../../actions/grid/gridDefinition";
import type { GridState } from "../../actions/grid/gridState";
import type { StoreState } from "../../actions/state";
import { gridPaneTexts as texts } from "../texts/grid";
import { Overwrite } from "./GridOverwrite";
import { EntryList } from "./GridEntryList";
import { HeadingsPart } from "./HeadingsPart";
import { ActionPlace } from "./ActionPlace";
import { PreviewTable } from "./PreviewTable";
import { useLayout } from "./layout";

interface GridViewProps {
  state: StoreState;
  actions: GridActions;
  isVisible: boolean;
  onCancel: () => void;
}

/** A table of one's own: what it shows, its first numbers, and the button that writes it. */
export function GridView({ state, actions, isVisible, onCancel }: GridViewProps) {
  const layout = useLayout();
  const { grid, settings } = state;
  useEffect(() => (isVisible ? actions.follow() : undefined), [isVisible, actions, settings.plan]);
  if (!grid) return null;
  const { definition, headings } = grid;
  if (headings) return <HeadingsPart state={state} headings={headings} actions={actions} onCancel={onCancel} />;
  if (!definition) return <Body1>{texts.noPlan}</Body1>;
  return (
    <div className={layout.column}>
      <FromHeadings actions={actions} />
      <Templates actions={actions} />
      <Lists definition={definition} grid={grid} actions={actions} />
      <Foot state={state} grid={grid} actions={actions} onCancel={onCancel} />
    </div>
  );
}

function FromHeadings({ actions }: { actions: GridActions }) {
  return (
    <ActionPlace name="fromHeadings">
      <Button title={texts.fromHeadingsHint} onClick={() => void actions.readHeadings()}>
        {texts.fromHeadings}
      </Button>
    </ActionPlace>
  );
}

function Templates({ actions }: { actions: GridActions }) {
  const layout = useLayout();
  return (
    <div className={layout.row} role="group" aria-label={texts.start}>
      <Caption1>{texts.start}</Caption1>
      {(["scenarios", "yearToDate", "months"] as const).map((template) => (
        <Button key={template} size="small" onClick={() => actions.setTemplate(template)}>
          {texts.templates[template]}
        </Button>
      ))}
    </div>
  );
}

interface ListsProps {
  definition: GridDefinition;
  grid: GridState;
  actions: GridActions;
}

function Lists({ definition, grid, actions }: ListsProps) {
  const { lines, columns, periods } = definition;
  const offers = actions.offers();
  const labels = actions.labels();
  return (
    <>
      <ActionPlace name="lines">
        <EntryList
          list="lines"
          labels={labels.lines}
          offers={offers.lines.map(({ label, options }) => ({ label, options: options.map((each) => each.label) }))}
          onOrder={(order) => actions.change({ list: "lines", entries: order.flatMap((at) => lines[at] ?? []) })}
          onAdd={(at) => {
            const offer = offers.lines.flatMap(({ options }) => options)[at];
            if (offer?.groupBy) void actions.addGroups(offer.field, offer.groupBy);
            else if (offer) actions.change({ list: "lines", entries: [...lines, { field: offer.field }] });
          }}
        />
      </ActionPlace>
      <EntryList
        list="columns"
        labels={labels.columns}
        offers={[{ label: texts.lists.columns, options: offers.columns.map(({ label }) => label) }]}
        onOrder={(order) => actions.change({ list: "columns", entries: order.flatMap((at) => columns[at] ?? []) })}
        onAdd={(at) => {
          const offer = offers.columns[at];
          if (offer) actions.change({ list: "columns", entries: [...columns, offer.column] });
        }}
      />
      <EntryList
        list="periods"
        labels={labels.periods}
        offers={[{ label: texts.lists.periods, options: offers.periods.map(({ label }) => label) }]}
        onOrder={(order) => actions.change({ list: "periods", entries: order.flatMap((at) => periods[at] ?? []) })}
        onAdd={(at) =>
          actions.change({ list: "periods", entries: [...periods, ...(offers.periods[at]?.periods ?? [])] })
        }
      />
      <PeriodFields definition={definition} grid={grid} actions={actions} />
    </>
  );
}

function PeriodFields({ definition, grid, actions }: ListsProps) {
  const layout = useLayout();
  return (
    <>
      <Field label={texts.year}>
        <Input
          type="number"
          value={String(grid.year)}
          onChange={(_event, { value }) => actions.setYear(Number(value))}
        />
      </Field>
      <Field label={texts.place}>
        <Select
          className={layout.select}
          value={definition.periodPlace}
          onChange={(_event, { value }) => actions.setPeriodPlace(value as GridDefinition["periodPlace"])}
        >
          {(["outside", "inside", "down"] as const).map((place) => (
            <option key={place} value={place}>
              {texts.places[place]}
            </option>
          ))}
        </Select>
      </Field>
      <Caption1 className={layout.detail}>{texts.keys}</Caption1>
    </>
  );
}

interface FootProps {
  state: StoreState;
  grid: GridState;
  actions: GridActions;
  onCancel: () => void;
}

function Foot({ state, grid, actions, onCancel }: FootProps) {
  const layout = useLayout();
  const { preview, size, target, written, formula } = grid;
  const isComplete = size.rows > 0;
  return (
    <section className={layout.foot} aria-label={texts.preview} aria-busy={isComplete && preview.state === "working"}>
      <Caption1 className={layout.detail}>
        {isComplete ? `${texts.preview}: ${texts.size(size.rows, size.columns)} · ${formula}` : texts.incomplete}
      </Caption1>
      {isComplete && preview.state === "working" && <Caption1>{texts.working}</Caption1>}
      {isComplete && preview.state === "done" && <PreviewTable preview={preview} label={texts.preview} />}
      <ActionPlace name="insertGrid">
        {state.obstacle ? (
          <Overwrite state={state} onOverwrite={() => void actions.insertGrid(true)} onCancel={onCancel} />
        ) : (
          <Button
            appearance="primary"
            disabledFocusable={!isComplete || state.isBusy}
            onClick={() => void actions.insertGrid(false)}
          >
            {texts.insert(target)}
          </Button>
        )}
        {written && <Body1 role="status">{texts.written(written)}</Body1>}
      </ActionPlace>
    </section>
  );
}
