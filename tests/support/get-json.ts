import type { TestGateway } from './gateway.ts';

/** A JSON answer of the REST door. */
export type JsonResponse = {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: contract tests look into bodies of every shape
  readonly body: any;
};

/** GETs below `/api` and parses the body. */
export async function getJson(gateway: TestGateway, path: string): Promise<JsonResponse> {
  const response = await gateway.rest(path);
  return { status: response.status, headers: response.headers, body: await response.json() };
}
