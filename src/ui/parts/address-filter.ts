import * as z from 'zod/mini'

/** The filter in an address, and the address of a filter; invalid values are ignored. */
export const createAddressFilter = <Filter extends { readonly [Name in keyof Filter]?: string | undefined }>(
  schema: z.ZodMiniObject,
) => {
  const names = Object.keys(schema.shape)
  return {
    read: (search: URLSearchParams) =>
      Object.fromEntries(
        names.flatMap((name) => {
          const value = search.get(name)
          return value && z.safeParse(schema.shape[name]!, value).success ? [[name, value]] : []
        }),
      ) as Filter,
    search: (filter: Filter) =>
      new URLSearchParams(
        Object.entries(filter).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
      ),
  }
}
