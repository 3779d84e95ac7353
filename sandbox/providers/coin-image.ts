/**
 * Renders the image of a coin: a round badge with the first letters of the ticker, coloured by the
 * id; SVG, 64 × 64.
 */
export function renderCoinImage(coin: { readonly id: string; readonly symbol: string }): string {
  let hue = 0;
  for (const character of coin.id) hue = (hue * 31 + character.charCodeAt(0)) % 360;
  const letters = coin.symbol.slice(0, 4).replace(/[^A-Za-z0-9]/g, '');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64"><circle cx="32" cy="32" r="32" fill="hsl(${hue} 60% 42%)"/><text x="32" y="38" font-family="sans-serif" font-size="16" font-weight="bold" text-anchor="middle" fill="#fff">${letters}</text></svg>`;
}
