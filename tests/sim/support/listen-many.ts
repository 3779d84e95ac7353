import { request } from 'node:http';

/**
 * Opens many event streams at one address in a process of its own, so that their memory is not
 * the gateway's, and tells its parent when all are open and when all have ended.
 */
const [url = '', count = '0'] = process.argv.slice(2);
let [open, events, ended, results] = [0, 0, 0, 0];

const tell = (message: object) => process.send?.(message);
setInterval(() => tell({ open, events, ended, results }), 50).unref();
process.on('disconnect', () => process.exit());

for (let index = 0; index < Number(count); index += 1) {
  const call = request(url, { agent: false, headers: { accept: 'text/event-stream' } });
  call.on('error', () => {});
  call.on('response', (response) => {
    open += 1;
    let tail = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      events += chunk.split('\n\n').length - 1;
      if (chunk.includes('"run_id"') || chunk.includes('"runId"')) results += 1;
      tail = (tail + chunk).slice(-10);
    });
    response.on('end', () => {
      if (tail.endsWith('\n\n')) ended += 1;
      if (ended === Number(count)) tell({ open, events, ended, results });
    });
  });
  call.end();
}
