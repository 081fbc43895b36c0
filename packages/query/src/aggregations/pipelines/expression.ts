import { runtimeError } from '../refusal.ts';
import { EXPRESSION_CONSTANTS, EXPRESSION_FUNCTIONS, type ExpressionValue } from './expression-functions.ts';
import { expressionTokens, notOffered, type Token } from './expression-tokens.ts';

/** An expression, taken apart. */
export type Expression =
  | { readonly kind: 'constant'; readonly value: number | boolean }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'values' }
  | { readonly kind: 'length' }
  | { readonly kind: 'not' | 'minus'; readonly of: Expression }
  | { readonly kind: 'binary'; readonly operator: Operator; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'choice'; readonly test: Expression; readonly yes: Expression; readonly no: Expression }
  | { readonly kind: 'call'; readonly name: string; readonly given: readonly Expression[] };

const LEVELS = [
  ['||'],
  ['&&'],
  ['==', '!=', '===', '!=='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
] as const;
export type Operator = (typeof LEVELS)[number][number];

const MAX_DEPTH = 64;

/** Reads tokens from left to right; operators bind as in Java. */
class Parser {
  readonly #tokens: readonly Token[];
  readonly #source: string;
  readonly #path: string;
  #next = 0;
  #depth = 0;

  constructor(source: string, path: string) {
    this.#tokens = expressionTokens(source, path);
    this.#source = source;
    this.#path = path;
  }

  whole(): Expression {
    const found = this.#statement();
    if (this.#token.kind !== 'end') throw this.#refused();
    return found;
  }

  get #token(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', text: 'the end', at: this.#source.length };
  }

  #refused() {
    return notOffered(this.#source, this.#path, this.#token.text);
  }

  #takes(text: string): boolean {
    const { kind } = this.#token;
    if (this.#token.text !== text || kind === 'text' || kind === 'end') return false;
    this.#next++;
    return true;
  }

  #expect(text: string): void {
    if (!this.#takes(text)) throw this.#refused();
  }

  /** `return x;`, `x`, `if (test) {x} else {y}`; without else the figure is not a number. */
  #statement(): Expression {
    if (this.#takes('{')) {
      const inside = this.#statement();
      this.#expect('}');
      return inside;
    }
    if (!this.#takes('if')) {
      this.#takes('return');
      const found = this.#choice();
      this.#takes(';');
      return found;
    }
    this.#expect('(');
    const test = this.#choice();
    this.#expect(')');
    const yes = this.#statement();
    const no: Expression = this.#takes('else') ? this.#statement() : { kind: 'constant', value: 0 };
    return { kind: 'choice', test, yes, no };
  }

  #choice(): Expression {
    if (++this.#depth > MAX_DEPTH) throw this.#refused();
    const test = this.#binary(0);
    let found = test;
    if (this.#takes('?')) {
      const yes = this.#choice();
      this.#expect(':');
      found = { kind: 'choice', test, yes, no: this.#choice() };
    }
    this.#depth--;
    return found;
  }

  #binary(level: number): Expression {
    const operators = LEVELS[level];
    if (operators === undefined) return this.#unary();
    let left = this.#binary(level + 1);
    for (;;) {
      const operator = operators.find((each) => this.#token.kind === 'sign' && this.#token.text === each);
      if (operator === undefined) return left;
      this.#next++;
      left = { kind: 'binary', operator, left, right: this.#binary(level + 1) };
    }
  }

  #unary(): Expression {
    if (++this.#depth > MAX_DEPTH) throw this.#refused();
    const found = this.#signed();
    this.#depth--;
    return found;
  }

  #signed(): Expression {
    if (this.#takes('!')) return { kind: 'not', of: this.#unary() };
    if (this.#takes('-')) return { kind: 'minus', of: this.#unary() };
    if (this.#takes('+')) return this.#unary();
    if (this.#takes('(')) {
      const inside = this.#choice();
      this.#expect(')');
      return inside;
    }
    const { kind, text } = this.#token;
    if (kind !== 'number' && kind !== 'name') throw this.#refused();
    this.#next++;
    return kind === 'number' ? { kind: 'constant', value: Number(text) } : this.#named(text);
  }

  #named(name: string): Expression {
    if (name === 'true' || name === 'false') return { kind: 'constant', value: name === 'true' };
    if (name === 'null') return { kind: 'constant', value: Number.NaN };
    if (name === 'params') return { kind: 'variable', name: this.#member() };
    if (name === 'values') return this.#takes('.') ? this.#length() : { kind: 'values' };
    if (name !== 'Math' && name !== 'MovingFunctions' && name !== 'Double') return { kind: 'variable', name };
    const full = `${name}.${this.#member()}`;
    const constant = EXPRESSION_CONSTANTS.get(full);
    if (constant !== undefined) return { kind: 'constant', value: constant };
    if (!EXPRESSION_FUNCTIONS.has(full)) throw notOffered(this.#source, this.#path, full);
    return { kind: 'call', name: full, given: this.#given() };
  }

  /** `.name` or `['name']`. */
  #member(): string {
    const bracket = this.#takes('[');
    if (!bracket) this.#expect('.');
    const { kind, text } = this.#token;
    if (kind !== (bracket ? 'text' : 'name')) throw this.#refused();
    this.#next++;
    if (bracket) this.#expect(']');
    return text;
  }

  #length(): Expression {
    this.#expect('length');
    return { kind: 'length' };
  }

  #given(): readonly Expression[] {
    this.#expect('(');
    const given: Expression[] = [];
    if (this.#takes(')')) return given;
    do given.push(this.#choice());
    while (this.#takes(','));
    this.#expect(')');
    return given;
  }
}

/**
 * Reads an expression of numbers, `params`, `values`, + - * / %, comparisons, && || !, ternaries, parentheses and named
 * functions. Nothing of it is ever run as code.
 */
export const parseExpression = (source: string, path: string): Expression => new Parser(source, path).whole();

/** What an expression is computed with. */
export interface ExpressionScope {
  readonly params: ReadonlyMap<string, number>;
  readonly values?: readonly number[];
}

/** The value of an expression; comparisons give booleans, everything else numbers. */
export function evaluate(expression: Expression, scope: ExpressionScope): ExpressionValue {
  switch (expression.kind) {
    case 'constant':
      return expression.value;
    case 'variable':
      return scope.params.get(expression.name) ?? nameless(expression.name, scope);
    case 'values':
      return scope.values ?? [];
    case 'length':
      return scope.values?.length ?? 0;
    case 'not':
      return !isTrue(evaluate(expression.of, scope));
    case 'minus':
      return -numberIn(evaluate(expression.of, scope));
    case 'choice':
      return evaluate(isTrue(evaluate(expression.test, scope)) ? expression.yes : expression.no, scope);
    case 'call':
      return called(expression.name, expression.given, scope);
    case 'binary':
      return binary(expression, scope);
  }
}

/** As in OpenSearch, a name nobody gave a value is found out when it is computed with. */
function nameless(name: string, { params }: ExpressionScope): never {
  throw runtimeError(`Name a path [${name}], or use one of: ${[...params.keys()].join(', ') || 'none is named'}.`);
}

/** A value of an expression as a number; NaN for a list or an object. */
export const numberIn = (value: ExpressionValue): number => (typeof value === 'object' ? Number.NaN : Number(value));

/** A value of an expression as a condition: `true`, or a number other than 0. */
export const isTrue = (value: ExpressionValue): boolean =>
  typeof value === 'boolean' ? value : typeof value === 'number' && value !== 0 && !Number.isNaN(value);

function called(name: string, given: readonly Expression[], scope: ExpressionScope): number {
  const values = given.map((each) => evaluate(each, scope));
  return EXPRESSION_FUNCTIONS.get(name)?.(values) ?? Number.NaN;
}

function binary({ operator, left, right }: Expression & { readonly kind: 'binary' }, scope: ExpressionScope) {
  const first = evaluate(left, scope);
  if (operator === '&&') return isTrue(first) && isTrue(evaluate(right, scope));
  if (operator === '||') return isTrue(first) || isTrue(evaluate(right, scope));
  return OPERATIONS[operator](numberIn(first), numberIn(evaluate(right, scope)));
}

const OPERATIONS: Readonly<Record<Exclude<Operator, '&&' | '||'>, (a: number, b: number) => number | boolean>> = {
  '==': (a, b) => a === b,
  '===': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '!==': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};
