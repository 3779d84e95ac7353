export { createList, type List, suppliedByResolver } from './list.ts';
export { mapNodes } from './map-nodes.ts';
export { maxPageSize, standardPageSize } from './page-arguments.ts';
