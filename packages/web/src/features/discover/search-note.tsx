import { Button } from '@mantine/core';
import type { SearchCheck, SearchFault, UnknownField } from './search-check.ts';
import classes from './search-note.module.css';

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
  if (check.fault) return <Fault text={text} fault={check.fault} />;
  if (check.unknown.length === 0) return null;
  return (
    <div className={classes.note} role="status" data-tone="warning">
      {check.unknown.slice(0, MOST_SHOWN).map((unknown) => (
        <Unknown key={unknown.at} text={text} unknown={unknown} template={template} onText={onText} />
      ))}
    </div>
  );
}

/** Names told of one search; the others follow when these are mended. */
const MOST_SHOWN = 3;

function Fault({ text, fault: { problem, remedy, place } }: { readonly text: string; readonly fault: SearchFault }) {
  return (
    <div className={classes.note} role="alert" data-tone="negative">
      <p>
        <b>{problem}.</b> {remedy}
      </p>
      {place && (
        <code>
          {start(text.slice(0, place.at))}
          <mark data-end={place.length === 0 || undefined}>{text.slice(place.at, place.at + place.length)}</mark>
          {text.slice(place.at + place.length)}
        </code>
      )}
    </div>
  );
}

/** Characters before the fault that are shown: the place itself is to stay in sight. */
const BEFORE = 48;

const start = (text: string): string => (text.length > BEFORE ? `…${text.slice(-BEFORE)}` : text);

interface UnknownProps extends Omit<SearchNoteProps, 'check'> {
  readonly unknown: UnknownField;
}

function Unknown({ text, unknown: { field, at, length, near }, template, onText }: UnknownProps) {
  return (
    <p>
      <b>
        {template} has no field <code>{field}</code>.
      </b>{' '}
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
