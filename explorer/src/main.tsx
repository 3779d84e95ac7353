import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/charts.css';
import './styles/ui.css';
import './styles/pages.css';
import { App } from './app.tsx';
import { applyColorMode } from './layout/color-mode.ts';

applyColorMode();
const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
