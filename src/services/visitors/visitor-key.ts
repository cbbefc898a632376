export const visitorKey = (id: string) => `visitor:${id}`
