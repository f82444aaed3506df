//! The layout of a graph: a tree from left to right, with each parent centered beside its children.

use agent_description::discovery::Graph;

/// A position: column, and row in halves, so that a parent can be between two children.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    pub column: usize,
    pub half_row: i64,
}

/// The positions of all documents, in document order.
#[derive(Debug)]
pub struct Layout {
    pub places: Vec<Spot>,
    pub columns: usize,
    /// Number of half rows.
    pub half_rows: i64,
}

impl Layout {
    /// Computes the layout. The tree consists of the links by which each document was first found.
    pub fn for_graph(graph: &Graph) -> Self {
        let count = graph.nodes.len();
        let depth = |node: usize| graph.nodes.get(node).map_or(0, |node| node.depth);
        // a document on the same level, such as the next page of a listing, starts a new tree
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut is_child = vec![false; count];
        for edge in &graph.edges {
            let first = is_child.get_mut(edge.to).filter(|is_child| !**is_child && edge.to > edge.from);
            if depth(edge.to) > depth(edge.from)
                && let (Some(first), Some(children)) = (first, children.get_mut(edge.from))
            {
                *first = true;
                children.push(edge.to);
            }
        }
        let mut places: Vec<Spot> = (0..count).map(|node| Spot { column: depth(node), half_row: 0 }).collect();
        let mut next_row = 0;
        let roots: Vec<usize> = (0..count).filter(|node| is_child.get(*node) == Some(&false)).collect();
        for root in roots {
            // children before parents, without recursion because a chain of pages can be long
            let mut order = Vec::new();
            let mut stack = vec![root];
            while let Some(node) = stack.pop() {
                order.push(node);
                stack.extend(children.get(node).into_iter().flatten().rev());
            }
            for node in &order {
                if children.get(*node).is_none_or(Vec::is_empty)
                    && let Some(place) = places.get_mut(*node)
                {
                    place.half_row = next_row;
                    next_row += 2;
                }
            }
            for node in order.iter().rev() {
                let row =
                    |child: Option<&usize>| child.and_then(|child| places.get(*child)).map(|place| place.half_row);
                let own = children.get(*node);
                let ends = own.and_then(|own| Some((row(own.first())?, row(own.last())?)));
                if let (Some((first, last)), Some(place)) = (ends, places.get_mut(*node)) {
                    place.half_row = (first + last) / 2;
                }
            }
        }
        let columns = places.iter().map(|place| place.column + 1).max().unwrap_or(1);
        Self { places, columns, half_rows: next_row.max(2) }
    }
}
