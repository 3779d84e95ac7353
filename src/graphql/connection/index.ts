export { createListPaginator, type ListPaginator, mapNodes, suppliedByResolver } from './list.ts';
export { maxPageSize, standardPageSize } from './page-arguments.ts';
