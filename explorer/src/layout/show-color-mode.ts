// A script of the page's head, without imports: it runs before anything is painted.
{
  const system = matchMedia('(prefers-color-scheme: dark)');
  /** Shows the page in the chosen mode (`color-mode.ts`), or in the system's. */
  const showColorMode = () => {
    const chosen = localStorage.getItem('graphiql:theme');
    const isChosen = chosen === 'light' || chosen === 'dark';
    document.documentElement.dataset.mode = isChosen ? chosen : system.matches ? 'dark' : 'light';
  };
  showColorMode();
  system.addEventListener('change', showColorMode);
  // Another page of this origin has changed the choice.
  addEventListener('storage', showColorMode);
}
