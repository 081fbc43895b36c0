import { Button } from '@mantine/core';
import type { LostFilter, SearchCheck, SearchFault, UnknownField } from './search-check.ts';
import classes from './search-note.module.css';
import type { SearchSlips } from './search-slips.ts';
import { around, shortWord } from './shortened.ts';

interface SearchNoteProps {
  readonly text: string;
  readonly check: SearchCheck;
  /** Name of the template that is searched. */
  readonly template: string;
  /** Takes the text with another field name in it. */
  readonly onText: (text: string) => void;
}

/** What is wrong with a search, in words below its bar; nothing when it is well. */
export function SearchNote({ text, check, template, onText }: SearchNoteProps) {
  if (check.fault) return <SearchFaultNote text={text} fault={check.fault} />;
  if (check.unknown.length + check.lost.length === 0 && check.slips === null) return null;
  return (
    <div className={classes.note} role="status" data-tone="warning">
      {check.slips && <Slips slips={check.slips} onText={onText} />}
      {check.unknown.slice(0, MOST_SHOWN).map((unknown) => (
        <Unknown key={unknown.at} text={text} unknown={unknown} template={template} onText={onText} />
      ))}
      {check.lost.slice(0, MOST_SHOWN).map((filter) => (
        <Lost key={filter.words} filter={filter} template={template} />
      ))}
    </div>
  );
}

/** Names told of one search; the others follow when these are mended. */
const MOST_SHOWN = 3;

interface FaultNoteProps {
  readonly text: string;
  readonly fault: SearchFault;
}

/** Why a search cannot be made, with the place in its text. */
export function SearchFaultNote({ text, fault: { problem, remedy, place } }: FaultNoteProps) {
  return (
    <div className={classes.note} role="alert" data-tone="negative">
      <p>
        <b>{problem}.</b> {remedy}
      </p>
      {place && <Place {...around(text, place)} />}
    </div>
  );
}

const Place = ({ before, marked, behind }: ReturnType<typeof around>) => (
  <code>
    {before}
    <mark data-end={marked === '' || undefined}>{marked}</mark>
    {behind}
  </code>
);

interface SlipsProps extends Pick<SearchNoteProps, 'onText'> {
  readonly slips: SearchSlips;
}

const Slips = ({ slips: { words, meant }, onText }: SlipsProps) => (
  <p>
    <b>Searched for as words:</b> <code>{words.slice(0, MOST_SHOWN).join(', ')}</code>. Is it{' '}
    <Button size="compact-xs" onClick={() => onText(meant)}>
      {shortWord(meant)}
    </Button>
    ?
  </p>
);

const NoField = ({ template, field }: { readonly template: string; readonly field: string }) => (
  <b>
    {template} has no field <code title={field}>{shortWord(field)}</code>.
  </b>
);

const Lost = ({ filter: { words, field }, template }: { readonly filter: LostFilter; readonly template: string }) => (
  <p>
    <NoField template={template} field={field} /> The filter "{shortWord(words)}" asks for it: remove it.
  </p>
);

interface UnknownProps extends Omit<SearchNoteProps, 'check'> {
  readonly unknown: UnknownField;
}

function Unknown({ text, unknown: { field, at, length, near }, template, onText }: UnknownProps) {
  return (
    <p>
      <NoField template={template} field={field} />{' '}
      {near.length === 0 ? (
        'No name is near it. To search for these words as they are, put them in quotation marks.'
      ) : (
        <>
          Is it{' '}
          {near.map((name) => (
            <Button
              key={name}
              size="compact-xs"
              onClick={() => onText(text.slice(0, at) + escapedName(name) + text.slice(at + length))}
            >
              {name}
            </Button>
          ))}
          ?
        </>
      )}
    </p>
  );
}

/** A field's name as it is written in search text. */
const escapedName = (name: string): string => name.replace(/[\s():^[\]"{}~*?\\/]/g, '\\$&');
