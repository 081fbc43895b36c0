import { Button, Popover, UnstyledButton } from '@mantine/core';
import { useMemo, useState } from 'react';
import { CHART_COLOURS } from '../../theme/chart-colours.ts';
import { hasParts, partsOf } from '../../views/chart-option.ts';
import type { ViewDefinition } from '../../views/definition.ts';
import { missingFor } from '../../views/missing.ts';
import { resultTable } from '../../views/result-table.ts';
import { useViewResult } from '../../views/use-view-result.ts';
import classes from './designer-colours.module.css';

interface ColoursProps {
  /** The view as it is drawn. */
  readonly view: ViewDefinition;
  /** Six hexadecimal digits by name; none are left out. */
  readonly onChange: (colours: Readonly<Record<string, string>>) => void;
}

/** The colour of every series or slice that is drawn, to be chosen (VIS-05). */
export function DesignerColours({ view, onChange }: ColoursProps) {
  const { data } = useViewResult(view, hasParts(view.visual) && missingFor(view) === null);
  const parts = useMemo(
    () => (data && hasParts(view.visual) ? partsOf(view, resultTable(view, data)) : []),
    [view, data],
  );
  const { colours = {} } = view.options;
  const choose = (name: string, colour: string | null): void => {
    const { [name]: _, ...others } = colours;
    onChange(colour === null ? others : { ...others, [name]: colour });
  };
  if (parts.length === 0) return null;
  return (
    <section className={classes.colours}>
      <h3 className={classes.heading}>Colours</h3>
      <ul>
        {parts.map(({ name, colour }) => (
          <li key={name}>
            <ColourChoice name={name} colour={colour} chosen={name in colours} onChoose={(to) => choose(name, to)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ChoiceProps {
  readonly name: string;
  /** As CSS writes it. */
  readonly colour: string;
  readonly chosen: boolean;
  /** Null: the colour of its place again. */
  readonly onChoose: (colour: string | null) => void;
}

function ColourChoice({ name, colour, chosen, onChoose }: ChoiceProps) {
  const [opened, setOpened] = useState(false);
  const pick = (to: string | null): void => {
    onChoose(to);
    setOpened(false);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={232} trapFocus withinPortal returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.part} onClick={() => setOpened(!opened)}>
          <i style={{ background: colour }} />
          <b className="ds-hidden">Colour of </b>
          <span title={name}>{name}</span>
          <code>{digits(colour)}</code>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Colour of ${name}`}>
        <div className={classes.choices}>
          {CHART_COLOURS.map((one) => (
            <UnstyledButton
              key={one}
              className={classes.swatch}
              style={{ background: one }}
              aria-label={`Colour ${digits(one)}`}
              aria-pressed={one === colour.toUpperCase()}
              onClick={() => pick(digits(one))}
            />
          ))}
          <label className={classes.own}>
            <span>Own colour</span>
            <input
              type="color"
              value={colour.toLowerCase()}
              onChange={(e) => onChoose(digits(e.currentTarget.value))}
            />
          </label>
          {chosen && (
            <Button size="xs" variant="default" onClick={() => pick(null)}>
              As it was
            </Button>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

const digits = (colour: string): string => colour.slice(1).toUpperCase();
