// Defines `logEvents(body, place, canStop)`: it shows the events of a `text/event-stream` body, newest
// first, in place of an earlier log; `place` puts the log into the page. Events without data are left
// out.
{
  // Number of events that the log keeps.
  const most = 100;
  const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
  const clearLog = () => document.querySelector('.event-log')?.remove();
  const element = (name, text = '') =>
    Object.assign(document.createElement(name), { textContent: text });
  const pretty = (data) => {
    try {
      return JSON.stringify(JSON.parse(data), null, 2);
    } catch {
      return data;
    }
  };
  window.clearEventLog = clearLog;
  window.logEvents = async (body, place, canStop) => {
    clearLog();
    const [log, head, list] = ['section', 'header', 'ol'].map((name) => element(name));
    const [state, stop] = [element('span'), element('button', 'Stop')];
    log.className = 'event-log';
    log.tabIndex = 0;
    log.setAttribute('aria-label', 'Events of the stream');
    state.setAttribute('role', 'status');
    Object.assign(stop, { type: 'button', hidden: !canStop });
    head.append(state, stop);
    log.append(head, list);
    place(log);
    let count = 0;
    const say = (what) => {
      const kept = count > most ? `, the last ${most} are shown` : '';
      state.textContent = `${count + (count === 1 ? ' event' : ' events') + kept}, ${what}`;
    };
    const add = (block) => {
      const lines = block.split(/\r\n|[\n\r]/);
      const read = (name) =>
        lines
          .filter((line) => line.startsWith(`${name}:`))
          .map((line) => line.slice(name.length + 1).replace(/^ /, ''))
          .join('\n');
      const data = read('data');
      if (data === '') return;
      count += 1;
      const [item, details, summary] = ['li', 'details', 'summary'].map((name) => element(name));
      const label = [count, clock.format(), read('event')].filter(Boolean);
      summary.append(element('span', label.join(' · ')), element('code', data.slice(0, 300)));
      details.append(summary, element('pre', pretty(data)));
      item.append(details);
      list.prepend(item);
      list.children[most]?.remove();
    };
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let end = 'ended';
    stop.onclick = () => {
      end = 'stopped';
      reader.cancel();
    };
    say('waiting for the first');
    try {
      let rest = '';
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        const blocks = (rest + part.value).split(/\r\n\r\n|\n\n|\r\r/);
        rest = blocks.pop();
        blocks.forEach(add);
        say('running');
      }
      add(rest);
      say(end);
    } catch {
      say('stopped');
    }
    stop.hidden = true;
  };
}
