/** A name with its value: headers, parameters of the address, fields of a form. */
export interface Pair {
  readonly name: string;
  readonly value: string;
}

/** SRC-20: how a REST data server is signed in to. Secrets are stored encrypted under these names. */
export type RestAuth =
  | { readonly type: 'None' }
  | { readonly type: 'API Key'; readonly name: string; readonly api_key: string; readonly in?: 'header' | 'query' }
  | { readonly type: 'Bearer Token'; readonly token: string }
  | { readonly type: 'Basic' | 'Digest'; readonly username: string; readonly password: string }
  | {
      readonly type: 'OAuth1';
      readonly consumer_key: string;
      readonly client_secret: string;
      readonly access_token?: string;
      readonly secret?: string;
    }
  | {
      readonly type: 'OAuth2';
      readonly token_url: string;
      readonly client_id: string;
      readonly client_secret: string;
      readonly scope?: string;
    }
  | { readonly type: 'NTLM'; readonly username: string; readonly password: string; readonly domain?: string };

export type RestBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'form-data' | 'x-www-form-urlencoded'; readonly fields: readonly Pair[] }
  | { readonly kind: 'raw'; readonly raw: 'text' | 'json' | 'html' | 'xml'; readonly text: string }
  | { readonly kind: 'binary'; readonly base64: string };

/** How further pages are asked for. Paths are dotted names inside the answer. */
export type RestPaging =
  | { readonly kind: 'none' }
  /** The address of the next page, in its Link header or in the answer: at `path`, or where servers usually write it. */
  | { readonly kind: 'next'; readonly path?: string }
  /** Counts rows, or pages from `start`, until a page has none. */
  | {
      readonly kind: 'offset';
      /** The parameter of the address; in the body a field of its form, or the dotted path of a member of its JSON. */
      readonly param: string;
      /** Where the number goes, and that of `limit_param`; the address when missing. */
      readonly in?: 'query' | 'body';
      readonly limit: number;
      readonly limit_param?: string;
      readonly by?: 'rows' | 'pages';
      readonly start?: number;
    }
  | {
      readonly kind: 'cursor';
      /** The parameter of the address; in the body a field of its form, or the dotted path of a member of its JSON. */
      readonly param: string;
      /** Where the cursor goes; the address when missing. */
      readonly in?: 'query' | 'body';
      readonly path: string;
      /** New rows come behind the others, changed ones too: a later reading may begin at the last page of this one. */
      readonly resume?: boolean;
    };

/** Settings of a RESTful Data Server (SRC-20). */
export interface RestSettings {
  readonly url: string;
  readonly verb?: 'GET' | 'POST' | 'PATCH' | 'HEADER';
  readonly auth?: RestAuth;
  readonly headers?: readonly Pair[];
  readonly query?: readonly Pair[];
  readonly body?: RestBody;
  readonly paging?: RestPaging;
  /** Where the rows stand in the answer; found by itself when missing. */
  readonly path?: string;
}

/** A request as it goes over the wire. */
export interface RestRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** What a REST data server answered, its body whole. */
export interface RestReply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Sends one request. `keep` names a connection that later requests of the same conversation use again (NTLM). */
export type SendRest = (request: RestRequest, keep?: symbol) => Promise<RestReply>;
