import { Input, Loader } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { type ControlProps, fieldProps } from './control.ts';

const CodeEditor = lazy(() => import('../design/code-editor.tsx').then((module) => ({ default: module.CodeEditor })));

/** Structure without known items: JSON in an editor; what cannot be read stays on the screen with its reason. */
export function JsonControl(props: ControlProps) {
  const { label, description, error, withAsterisk, inputWrapperOrder } = fieldProps(props);
  const [problem, setProblem] = useState<string>();
  const [start] = useState(() =>
    props.value === null || props.value === undefined ? '' : JSON.stringify(props.value, null, 2),
  );
  const change = (text: string) => {
    if (text.trim() === '') {
      setProblem(undefined);
      props.onChange(null);
      return;
    }
    try {
      props.onChange(JSON.parse(text));
      setProblem(undefined);
    } catch (reason) {
      setProblem(reason instanceof Error ? reason.message : String(reason));
    }
  };
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={problem ?? error}
      withAsterisk={withAsterisk}
      inputWrapperOrder={inputWrapperOrder}
      labelElement="div"
    >
      <Suspense fallback={<Loader />}>
        <CodeEditor label={label} value={start} onChange={change} readOnly={props.readOnly ?? false} minHeight={80} />
      </Suspense>
    </Input.Wrapper>
  );
}
