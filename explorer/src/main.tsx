import { loadPage } from './pages/pages.tsx';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/charts.css';
import './styles/ui.css';
import './styles/pages.css';

// The application and the page's code load in parallel and are rendered together.
const [{ renderApp }] = await Promise.all([import('./app.tsx'), loadPage(location.pathname)]);
renderApp();
