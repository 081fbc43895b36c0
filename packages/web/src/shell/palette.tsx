import { Modal } from '@mantine/core';
import { IconCornerDownLeft, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useState, useSyncExternalStore } from 'react';
import { KeyHint } from '../design/marks.tsx';
import { message } from '../messages/index.ts';
import classes from './palette.module.css';
import type { PaletteItem } from './palette-item.ts';
import { usePaletteItems } from './palette-items.ts';
import { paletteState } from './palette-state.ts';

/** Search over modules, screens, actions and records the caller may read (SCR-19). */
export function Palette() {
  const open = useSyncExternalStore(paletteState.subscribe, paletteState.isOpen);
  return (
    <Modal
      opened={open}
      onClose={paletteState.close}
      withCloseButton={false}
      centered={false}
      yOffset="12dvh"
      size={600}
      padding={0}
      zIndex={350}
      attributes={{ content: { 'aria-label': message('shell.search') } }}
    >
      {open && <PaletteBody />}
    </Modal>
  );
}

function PaletteBody() {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const list = useId();
  const items = usePaletteItems(text);
  const chosen = Math.min(at, items.length - 1);
  useEffect(() => {
    document.getElementById(`${list}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [list, chosen]);
  const pick = (item: PaletteItem | undefined) => {
    if (!item) return;
    paletteState.close();
    item.run();
  };
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && items.length > 0) {
      event.preventDefault();
      setAt((chosen + step + items.length) % items.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      pick(items[chosen]);
    }
  };
  return (
    <div className={classes.palette}>
      <div className={classes.field}>
        <IconSearch size={18} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={items.length > 0 ? `${list}-${chosen}` : undefined}
          aria-label={message('shell.search')}
          placeholder={message('shell.search')}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={keys}
        />
        <KeyHint>Esc</KeyHint>
      </div>
      <div id={list} role="listbox" aria-label="Results" className={classes.list}>
        {items.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above carries the keys
          <div
            key={item.id}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={classes.item}
            onClick={() => pick(item)}
            onMouseMove={() => setAt(index)}
          >
            <item.icon size={16} aria-hidden />
            <span className={classes.name}>{item.title}</span>
            <span className={classes.note}>{item.note}</span>
            {item.shortcut ? (
              <KeyHint>{item.shortcut}</KeyHint>
            ) : (
              index === chosen && <IconCornerDownLeft size={14} aria-hidden />
            )}
          </div>
        ))}
      </div>
      {items.length === 0 && <p className={classes.none}>{message('state.noMatch')}</p>}
    </div>
  );
}
