{
  const key = 'graphiql:theme';
  const root = document.documentElement;
  const button = document.querySelector('.site-head button');
  const system = matchMedia('(prefers-color-scheme: dark)');
  const readMode = () => {
    const chosen = localStorage.getItem(key);
    return chosen === 'light' || chosen === 'dark' ? chosen : system.matches ? 'dark' : 'light';
  };
  const apply = () => {
    const mode = readMode();
    root.dataset.mode = mode;
    root.classList.toggle('dark-mode', mode === 'dark');
    button.setAttribute('aria-label', `Switch to ${mode === 'dark' ? 'light' : 'dark'} mode`);
  };
  apply();
  system.addEventListener('change', apply);
  addEventListener('storage', apply);
  // GraphiQL has its own choice of colour mode, and shows it as a class of the body.
  new MutationObserver(apply).observe(document.body, { attributeFilter: ['class'] });
  button.addEventListener('click', () => {
    localStorage.setItem(key, readMode() === 'dark' ? 'light' : 'dark');
    // GraphiQL reads the mode only when it starts; a reload keeps the texts in its editors.
    if (document.querySelector('.graphiql-container')) location.reload();
    else apply();
  });
  window
    .fetch('/', { headers: { accept: 'application/json' } })
    .then((response) => response.json())
    .then(({ explorer }) => {
      for (const part of document.querySelectorAll('[data-explorer]'))
        part.hidden = explorer === null;
    })
    .catch(() => undefined);
}
