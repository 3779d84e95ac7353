// A script of the page's head without imports, so that it runs before the first paint.
{
  const system = matchMedia('(prefers-color-scheme: dark)');
  /** Applies the chosen colour mode (`color-mode.ts`), or the system's. */
  const showColorMode = () => {
    const chosen = localStorage.getItem('graphiql:theme');
    const isChosen = chosen === 'light' || chosen === 'dark';
    document.documentElement.dataset.mode = isChosen ? chosen : system.matches ? 'dark' : 'light';
  };
  showColorMode();
  system.addEventListener('change', showColorMode);
  // Another page of this origin has changed the mode.
  addEventListener('storage', showColorMode);
}
