import { parseWhole } from '@datasarana/schema';
import { Input, Loader } from '@mantine/core';
import { Suspense, useState } from 'react';
import { part } from '../part.tsx';
import { type ControlProps, fieldProps } from './control.ts';

const CodeEditor = part(
  () => import('../design/code-editor.tsx'),
  (module) => module.CodeEditor,
);

/** Structure without known items: JSON in an editor; what cannot be read stays on the screen with its reason. */
export function JsonControl(props: ControlProps) {
  const { label, description, error, withAsterisk } = fieldProps(props);
  const [problem, setProblem] = useState<string>();
  const [given, setGiven] = useState({ value: props.value, text: written(props.value) });
  // A value that did not come from this editor, as an undo brings one, is shown anew.
  if (given.value !== props.value) setGiven({ value: props.value, text: written(props.value) });
  const give = (value: unknown, text: string) => {
    setProblem(undefined);
    setGiven({ value, text });
    props.onChange(value);
  };
  const change = (text: string) => {
    if (text.trim() === '') return give(null, text);
    try {
      give(parseWhole(text), text);
    } catch (reason) {
      setGiven({ ...given, text });
      setProblem(reason instanceof Error ? reason.message : String(reason));
    }
  };
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={problem ?? error}
      withAsterisk={withAsterisk}
      labelElement="div"
    >
      <Suspense fallback={<Loader />}>
        <CodeEditor
          label={label}
          value={given.text}
          onChange={change}
          readOnly={props.readOnly ?? false}
          minHeight={80}
        />
      </Suspense>
    </Input.Wrapper>
  );
}

const written = (value: unknown): string =>
  value === null || value === undefined ? '' : JSON.stringify(value, null, 2);
