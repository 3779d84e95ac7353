export { createList, type List, loaded } from './list.ts';
export { maxPageSize, standardPageSize } from './page-arguments.ts';
