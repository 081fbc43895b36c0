/** Where a program calls the platform, and as whom. */
interface ConnectTo {
  /** Of the platform, as `https://data.example`. */
  readonly base: string;
  /** Absent: the program has it in its environment. */
  readonly token?: string | undefined;
  /** Absent: the program asks which there are. */
  readonly index?: string | undefined;
}

/** What a program needs to read through the platform's OpenSearch door, each in a form that runs once it is pasted. */
export const CONNECT_WAYS = ['curl', 'JavaScript', 'Python'] as const;

export type ConnectWay = (typeof CONNECT_WAYS)[number];

const LINES: Readonly<Record<ConnectWay, (to: ConnectTo) => readonly string[]>> = {
  curl: ({ base, token = '$DATASARANA_TOKEN', index }) => [
    `curl -u "any:${token}" \\`,
    `  "${base}/os/${index === undefined ? '_cat/indices?v' : `${index}/_search?pretty`}"`,
  ],
  JavaScript: ({ base, token, index }) => [
    "import { Client } from '@opensearch-project/opensearch';",
    '',
    'const client = new Client({',
    `  node: '${base}/os',`,
    `  auth: { username: 'any', password: ${token === undefined ? 'process.env.DATASARANA_TOKEN' : `'${token}'`} },`,
    '});',
    index === undefined
      ? "const { body } = await client.cat.indices({ format: 'json' });"
      : `const { body } = await client.search({ index: '${index}' });`,
    'console.log(body);',
  ],
  Python: ({ base, token, index }) => [
    ...(token === undefined ? ['import os', ''] : []),
    'from opensearchpy import OpenSearch',
    '',
    `password = ${token === undefined ? 'os.environ["DATASARANA_TOKEN"]' : `"${token}"`}`,
    `client = OpenSearch("${base}/os", http_auth=("any", password))`,
    `print(${index === undefined ? 'client.cat.indices(v=True)' : `client.search(index="${index}")`})`,
  ],
};

export const connectLines = (way: ConnectWay, to: ConnectTo): string => LINES[way](to).join('\n');
