import { type Clients, type ClientsOptions, type ClientTotals, createClients } from './clients.ts';

/** Messages to the clients' process over its IPC channel. The reply to each is `ClientTotals`. */
export type ClientsCommand =
  | { readonly do: 'create'; readonly options: ClientsOptions }
  | { readonly do: 'subscribe' | 'request' | 'stopRequests' | 'tally' };

let clients: Clients | undefined;

async function obey(command: ClientsCommand): Promise<ClientTotals | undefined> {
  if (command.do === 'create') clients = createClients(command.options);
  else if (command.do !== 'tally') await clients?.[command.do]();
  return clients?.tally();
}

process.on('message', (command: ClientsCommand) => {
  obey(command).then((tally) => process.send?.(tally ?? {}));
});
process.on('SIGTERM', () => process.exit(0));
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit(0));
console.log(JSON.stringify({ ready: true, name: 'clients', url: '' }));
