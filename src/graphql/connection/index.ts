export { createList, type List, loaded } from './list.ts';
export { mapNodes } from './map-nodes.ts';
export { maxPageSize, standardPageSize } from './page-arguments.ts';
