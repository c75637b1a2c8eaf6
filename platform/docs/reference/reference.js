// The reference itself: the operations of this page, in its order, sent to the host by which it was
// opened.
(() => {
  'use strict'
  const order = document.getElementById('reference').dataset.operations.split(' ')
  const position = new Map(order.map((id, i) => [id, i]))
  const methods = ['get', 'put', 'post', 'delete', 'patch']

  function select(doc) {
    const paths = []
    const tags = new Set()
    for (const [path, item] of Object.entries(doc.paths)) {
      const operations = methods.filter((m) => position.has(item[m]?.operationId))
        .sort((a, b) => position.get(item[a].operationId) - position.get(item[b].operationId))
      if (operations.length === 0) continue
      for (const m of operations) for (const tag of item[m].tags ?? []) tags.add(tag)
      paths.push([path, Object.fromEntries(operations.map((m) => [m, item[m]])), position.get(item[operations[0]].operationId)])
    }
    paths.sort((a, b) => a[2] - b[2])
    const { 'x-tagGroups': groups, ...rest } = doc
    return {
      ...rest,
      servers: [{ url: location.origin }],
      tags: doc.tags.filter((tag) => tags.has(tag.name)),
      paths: Object.fromEntries(paths),
    }
  }

  window.orderd.document.then((doc) => {
    const content = select(doc)
    document.getElementById('index').remove() // the renderer takes its place at once
    window.Scalar.createApiReference('#reference', {
      content,
      customFetch: window.orderd.send,
      theme: 'none',
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
      documentDownloadType: 'none',
      hideModels: true,
      hideDarkModeToggle: true,
      defaultOpenFirstTag: true,
      generateOperationSlug: (operation) => operation.operationId,
    })
  })
})()
