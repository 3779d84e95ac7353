export {
  createListPaginator,
  defaultPageSize,
  type ListPaginator,
  mapNodes,
  maxPageSize,
  suppliedByResolver,
} from './list.ts';
