export { createList, type List, mapNodes, suppliedByResolver } from './list.ts';
export { maxPageSize, standardPageSize } from './page-arguments.ts';
